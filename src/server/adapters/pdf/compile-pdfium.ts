import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Once in the process, for all of its threads: 12 ms, 4 MB; an instance then takes 2–14 ms. */
export default async function compilePdfium(): Promise<{ engine: WebAssembly.Module }> {
  const wasm = await readFile(require.resolve('@hyzyla/pdfium/pdfium.wasm'))
  return { engine: await WebAssembly.compile(withRoomForCallbacks(wasm)) }
}

/** The build's function table may not grow: raises its limit, in a number of the same length. */
function withRoomForCallbacks(wasm: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const TABLES = 4
  let at = 8
  while (wasm[at] !== TABLES) {
    const { value, end } = readNumber(wasm, at + 1)
    at = end + value
  }
  const content = readNumber(wasm, at + 1).end
  const initialSize = content + 3 // after: one table, of functions, with a limit
  const limit = readNumber(wasm, initialSize).end
  const { end } = readNumber(wasm, limit)
  for (let i = limit; i < end; i++) wasm[i] = wasm.readUInt8(i) | 0x7f
  return wasm
}

/** Unsigned LEB128. */
function readNumber(wasm: Buffer, at: number): { value: number; end: number } {
  const byte = wasm.readUInt8(at)
  if (byte < 0x80) return { value: byte, end: at + 1 }
  const { value, end } = readNumber(wasm, at + 1)
  return { value: value * 0x80 + (byte & 0x7f), end }
}
