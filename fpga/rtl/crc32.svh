// SPDX-License-Identifier: Apache-2.0
// The CRC-32 of zlib and RFC 1662, a byte at a time: all ones before the first byte; its complement is sent, low byte
// first; behind these four bytes a right frame leaves CRC32_GOOD.
`define CRC32_START 32'hffff_ffff
`define CRC32_GOOD  32'hdebb_20e3

  function automatic logic [31:0] crc32_byte(input logic [31:0] crc, input logic [7:0] data);
    crc32_byte = crc ^ {24'd0, data};
    for (int i = 0; i < 8; i++)
      crc32_byte = {1'b0, crc32_byte[31:1]} ^ (crc32_byte[0] ? 32'hedb8_8320 : 32'd0);
  endfunction
