import { parseSync } from 'vite'

/** Replaces the text from `start` to `end` with `insert`. */
export type Fault = { kind: string; start: number; end: number; insert: string }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** In the order of the text; throws when the file cannot be parsed. */
export function faultsOf(file: string, text: string): Fault[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const faults: Fault[] = []
  visit(program as unknown as Node)
  return faults.sort((one, other) => one.start - other.start)

  function visit(node: Node) {
    // Types change nothing; the expression in a cast does.
    if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return
    if (/^(ImportDeclaration|ExportAllDeclaration)$/.test(node.type)) return
    const put = (kind: string, start: number, end: number, insert: string) =>
      faults.push({ kind, start, end, insert })
    const inner = (key: string) => node[key] as Node
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const operator = String(node.operator)
      const swapped = SWAPPED[operator]
      const at = text.indexOf(operator, inner('left').end)
      // Concatenation, not addition.
      if (swapped && !(operator === '+' && /['"`]/.test(text.slice(node.start, node.end))))
        put(`${operator} → ${swapped}`, at, at + operator.length, swapped)
    }
    if (node.type === 'IfStatement') {
      const { start, end } = inner('test')
      put('if (true)', start, end, 'true')
      put('if (false)', start, end, 'false')
    }
    if (node.type === 'ConditionalExpression') {
      const { start, end } = inner('test')
      put('condition turned round', start, end, `!(${text.slice(start, end)})`)
    }
    if (node.type === 'UnaryExpression' && node.operator === '!')
      put('! dropped', node.start, node.start + 1, '')
    if (node.type === 'Literal' && typeof node.value === 'number')
      put('one more', node.start, node.end, `(${text.slice(node.start, node.end)} + 1)`)
    if (node.type === 'Literal' && typeof node.value === 'boolean')
      put('turned round', node.start, node.end, String(!node.value))
    if (node.type === 'ExpressionStatement' && !/^['"]|\blog\./.test(text.slice(node.start, node.end)))
      put('statement dropped', node.start, node.end, ';')
    if (node.type === 'ReturnStatement' && node.argument) {
      const { start, end } = inner('argument')
      put('returns nothing', start, end, 'undefined as never')
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'key') continue
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === 'object' && typeof child.type === 'string') visit(child)
    }
  }
}
