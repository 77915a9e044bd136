// SPDX-License-Identifier: Apache-2.0
// SIGN-2, in the modules that add words to a signature: a word at place p.
  function automatic logic [63:0] at(input int p, input logic [31:0] word);
    at = ({32'd0, word} << (5 * p % 64)) | ({32'd0, word} >> (64 - 5 * p % 64));
  endfunction
