// SPDX-License-Identifier: Apache-2.0
// Wide multiplexers of the ECP5 for sim/synth.sh: two tables and the selector of their slice (PFUMX), and those of the
// slices beside it (L6MUX21), where the mapper alone would spend tables on the selection.
module \$_MUX4_ (A, B, C, D, S, T, Y);
  input A, B, C, D, S, T; output Y;
  wire x, y;
  LUT4 #(.INIT(16'hCACA)) l0 (.A(A), .B(B), .C(S), .D(1'b0), .Z(x));
  LUT4 #(.INIT(16'hCACA)) l1 (.A(C), .B(D), .C(S), .D(1'b0), .Z(y));
  PFUMX p (.BLUT(x), .ALUT(y), .C0(T), .Z(Y));
endmodule
module \$_MUX8_ (A, B, C, D, E, F, G, H, S, T, U, Y);
  input A, B, C, D, E, F, G, H, S, T, U; output Y;
  wire x, y;
  \$_MUX4_ m0 (.A(A), .B(B), .C(C), .D(D), .S(S), .T(T), .Y(x));
  \$_MUX4_ m1 (.A(E), .B(F), .C(G), .D(H), .S(S), .T(T), .Y(y));
  L6MUX21 p (.D0(x), .D1(y), .SD(U), .Z(Y));
endmodule
module \$_MUX16_ (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, S, T, U, V, Y);
  input A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, S, T, U, V; output Y;
  wire x, y;
  \$_MUX8_ m0 (.A(A), .B(B), .C(C), .D(D), .E(E), .F(F), .G(G), .H(H), .S(S), .T(T), .U(U), .Y(x));
  \$_MUX8_ m1 (.A(I), .B(J), .C(K), .D(L), .E(M), .F(N), .G(O), .H(P), .S(S), .T(T), .U(U), .Y(y));
  L6MUX21 p (.D0(x), .D1(y), .SD(V), .Z(Y));
endmodule
