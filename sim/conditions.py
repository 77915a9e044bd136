# SPDX-License-Identifier: Apache-2.0
"""conditions.py ARGUMENT...: single bits that are joined as words are joined, with & | ~ instead of && || !, and
words as conditions; each as FILE:LINE. The arguments are slang's (files, -F LIST, --top, -G), of the Python package
pyslang: what has one bit is known from slang's types. A vector that a parameter makes one bit wide is a vector. Exit
status 1: some were found, or slang refused."""
import shlex
import sys

from pyslang import ast, driver

JOINS = {ast.BinaryOperator.BinaryAnd, ast.BinaryOperator.BinaryOr}
BITWISE = JOINS | {ast.BinaryOperator.BinaryXor, ast.BinaryOperator.BinaryXnor}
LOGICAL = {ast.BinaryOperator.LogicalAnd, ast.BinaryOperator.LogicalOr}
INVERT = ast.UnaryOperator.BitwiseNot
KIND = ast.ExpressionKind


def as_written(expression):
    """Without the conversions that the context asks for."""
    while expression.kind == KIND.Conversion and expression.isImplicit:
        expression = expression.operand
    return expression


def is_bit(expression):
    expression = as_written(expression)
    if expression.kind == KIND.BinaryOp and expression.op in BITWISE:
        return is_bit(expression.left) and is_bit(expression.right)
    if expression.kind == KIND.UnaryOp and expression.op == INVERT:
        return is_bit(expression.operand)
    if expression.kind == KIND.ConditionalOp:
        return is_bit(expression.left) and is_bit(expression.right)
    if expression.kind == KIND.IntegerLiteral:
        return expression.type.bitWidth == 1
    return expression.type.isScalar


def is_joined(expression):
    """The sign of an expression that is made as words are made; None: it is made otherwise."""
    if expression.kind == KIND.BinaryOp and expression.op in JOINS:
        return expression
    if expression.kind == KIND.UnaryOp and expression.op == INVERT:
        return expression
    return None


class Finder:
    """Visits the design; found: (file, line) of each sign that should be another."""

    def __init__(self, source):
        self.source, self.found, self.seen = source, set(), set()

    def tell(self, expression):
        syntax = expression.syntax
        while not hasattr(syntax, "operatorToken"):
            syntax = syntax.expression          # in parentheses
        at = syntax.operatorToken.location
        at = self.source.getFullyOriginalLoc(at)
        self.found.add((self.source.getFileName(at), self.source.getLineNumber(at)))

    def condition(self, expression):
        """Words may not be conditions: what && || ! join, and the parts of these."""
        expression = as_written(expression)
        if expression.kind == KIND.BinaryOp and expression.op in LOGICAL:
            self.condition(expression.left)
            self.condition(expression.right)
        elif expression.kind == KIND.UnaryOp and expression.op == ast.UnaryOperator.LogicalNot:
            self.condition(expression.operand)
        elif is_joined(expression):
            self.tell(expression)

    def __call__(self, node):
        if isinstance(node, ast.InstanceBodySymbol):
            # one of each module with the same parameters
            key = (node.definition.name, *(str(p.value) for p in node.parameters if hasattr(p, "value")))
            if key in self.seen:
                return ast.VisitAction.Skip
            self.seen.add(key)
        elif isinstance(node, ast.ConditionalStatement):
            for part in node.conditions:
                self.condition(part.expr)
        elif isinstance(node, ast.BinaryExpression):
            if node.op in JOINS and is_bit(node):
                self.tell(node)
        elif isinstance(node, ast.UnaryExpression):
            if node.op == INVERT and is_bit(node):
                self.tell(node)
        return ast.VisitAction.Advance


def main(arguments):
    slang = driver.Driver()
    slang.addStandardArgs()
    if not (slang.parseCommandLine(shlex.join(["slang", *arguments])) and slang.processOptions() and
            slang.parseAllSources()):
        return 1
    design = slang.createCompilation()
    if any(d.isError() for d in design.getAllDiagnostics()):
        slang.reportCompilation(design, True)
        return 1
    finder = Finder(slang.sourceManager)
    design.getRoot().visit(finder)
    for name, line in sorted(finder.found):
        with open(name, encoding="utf-8") as file:
            print(f"{name}:{line}: {file.read().splitlines()[line - 1]}")
    return 1 if finder.found else 0


sys.exit(main(sys.argv[1:]))
