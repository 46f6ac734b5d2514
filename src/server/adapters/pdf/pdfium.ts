import { readSync } from 'node:fs'
import { PDFiumModule } from '@hyzyla/pdfium'
import type { PdfRefusal } from '#domain/files/inspect-pdf.ts'

/** The part of PDFium's C interface that we call; pointers and sizes are numbers. */
type PdfiumApi = {
  memory: WebAssembly.Memory
  __indirect_function_table: WebAssembly.Table
  malloc(size: number): number
  free(pointer: number): void
  FPDF_InitLibraryWithConfig(config: number): void
  FPDF_LoadCustomDocument(access: number, password: number): number
  FPDF_CreateNewDocument(): number
  FPDF_ImportPages(to: number, from: number, range: number, index: number): number
  FPDF_GetLastError(): number
  FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number
  FPDF_GetPageCount(document: number): number
  FPDF_GetSecurityHandlerRevision(document: number): number
  FPDF_GetDocPermissions(document: number): number
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetFormType(document: number): number
  FPDFDOC_InitFormFillEnvironment(document: number, callbacks: number): number
  FORM_OnAfterLoadPage(page: number, form: number): void
  FORM_OnBeforeClosePage(page: number, form: number): void
  FPDF_LoadPage(document: number, index: number): number
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDF_ClosePage(page: number): void
  FPDFDoc_GetAttachmentCount(document: number): number
  FPDFDoc_GetAttachment(document: number, index: number): number
  FPDFAttachment_GetFile(attachment: number, buffer: number, size: number, told: number): number
  FPDFPage_GetAnnotCount(page: number): number
  FPDFPage_Flatten(page: number, use: number): number
  FPDFPage_GetAnnot(page: number, index: number): number
  FPDFPage_CloseAnnot(annotation: number): void
  FPDFAnnot_GetFileAttachment(annotation: number): number
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetObject(page: number, index: number): number
  FPDFPageObj_GetType(object: number): number
  FPDFFormObj_CountObjects(form: number): number
  FPDFFormObj_GetObject(form: number, index: number): number
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetText(text: number, start: number, count: number, target: number): number
  FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
  FPDFText_GetUnicode(text: number, index: number): number
  FPDFText_IsGenerated(text: number, index: number): number
  FPDF_PageToDevice(
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, argb: number): void
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
  FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
}

/** Blocks that PDFium reads from the file and writes. 1 goes on, 0 fails. */
export type Callbacks = {
  read(position: number, target: Uint8Array): 0 | 1
  write(block: Uint8Array): 0 | 1
}

export type Pdfium = {
  api: PdfiumApi
  /** A view, which is lost when PDFium's memory grows. */
  bytes(pointer: number, size: number): Uint8Array
  /** Allocates a text that ends with a zero byte. */
  text(said: string): number
  /** Allocates a C structure of 32-bit numbers. */
  struct(...values: number[]): number
  readPointer: number
  writePointer: number
  /** Lowers the memory limit until the returned function is called. */
  growNoMoreThan(memoryMiB: number): () => void
  outOfMemory(): boolean
}

const MIB = 2 ** 20
const SILENT = { print() {}, printErr() {} }

/** Each instance has memory of its own. `callbacks` may be replaced while it lives. */
export async function startPdfium(
  module: WebAssembly.Module,
  memoryMiB: number,
  callbacks: Callbacks,
): Promise<Pdfium> {
  collectLastInstance()
  let refused = false
  let most = memoryMiB * MIB
  let exports: PdfiumApi | undefined
  await PDFiumModule({
    ...SILENT,
    instantiateWasm(imports, done) {
      const resize = imports.env?.emscripten_resize_heap as (size: number) => boolean
      const limited = (size: number) => {
        const granted = size >>> 0 <= most && resize(size)
        refused ||= !granted
        return granted
      }
      const env = { ...imports.env, emscripten_resize_heap: limited }
      const instance = new WebAssembly.Instance(module, { ...imports, env })
      exports = instance.exports as PdfiumApi
      done(instance)
      return instance.exports
    },
  })
  const api = exports as PdfiumApi
  api.FPDF_InitLibraryWithConfig(0)
  const bytes = (pointer: number, size: number) =>
    new Uint8Array(api.memory.buffer, pointer >>> 0, size >>> 0)
  const text = (said: string) => {
    const bytesOfText = Buffer.from(`${said}\0`)
    const pointer = api.malloc(bytesOfText.length)
    bytes(pointer, bytesOfText.length).set(bytesOfText)
    return pointer
  }
  const struct = (...values: number[]) => {
    const pointer = api.malloc(values.length * 4)
    new Uint32Array(api.memory.buffer, pointer, values.length).set(values)
    return pointer
  }
  const pointers = addCallbacks(api, {
    read: (_file: number, position: number, target: number, size: number) =>
      callbacks.read(position >>> 0, bytes(target, size)),
    write: (_writer: number, block: number, size: number) => callbacks.write(bytes(block, size)),
  })
  const growNoMoreThan = (memoryMiB: number) => {
    const before = most
    most = Math.min(most, memoryMiB * MIB)
    return () => {
      most = before
    }
  }
  return { api, bytes, text, struct, ...pointers, growNoMoreThan, outOfMemory: () => refused }
}

/** Its memory is freed with it, and V8 by itself collects after 64 MiB of such memories: four instances in each thread. */
function collectLastInstance() {
  globalThis.gc?.()
}

/** The table takes only WebAssembly functions, so a module passes through (i32 ×4) → i32 and (i32 ×3) → i32. */
function addCallbacks(api: PdfiumApi, functions: Record<'read' | 'write', (...args: number[]) => number>) {
  const passed = new WebAssembly.Instance(new WebAssembly.Module(PASS_THROUGH), { f: functions }).exports
  const table = api.__indirect_function_table
  const readPointer = table.grow(2)
  table.set(readPointer, passed.read)
  table.set(readPointer + 1, passed.write)
  return { readPointer, writePointer: readPointer + 1 }
}

const text = (word: string) => [word.length, ...Buffer.from(word)]
const section = (id: number, ...content: number[]) => [id, content.length, ...content]
const PASS_THROUGH = new Uint8Array([
  ...Buffer.from('\0asm'),
  ...[1, 0, 0, 0],
  ...section(1, 2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f),
  ...section(2, 2, ...text('f'), ...text('read'), 0, 0, ...text('f'), ...text('write'), 0, 1),
  ...section(7, 2, ...text('read'), 0, 0, ...text('write'), 0, 1),
])

export type Source = { fd: number; size: number }
export type Refusal = Exclude<PdfRefusal, 'active-content' | 'active-content-stays'>

const [ERROR_PASSWORD, ERROR_SECURITY] = [4, 5]

export function readFrom({ fd }: Source) {
  return (position: number, target: Uint8Array) =>
    readSync(fd, target, 0, target.length, position) === target.length ? 1 : 0
}

/** 0 when the document cannot be opened. */
export function openDocument(pdfium: Pdfium, source: Source): number {
  return pdfium.api.FPDF_LoadCustomDocument(pdfium.struct(source.size, pdfium.readPointer, 0), 0)
}

export function explainOpenError({ api }: Pdfium): Refusal {
  const error = api.FPDF_GetLastError()
  return error === ERROR_PASSWORD || error === ERROR_SECURITY ? 'password' : 'broken'
}

/** Explains PDFium's own errors; rethrows all others. */
export function explainPdfiumError(pdfium: Pdfium, error: unknown): Refusal {
  if (pdfium.outOfMemory()) return 'too-much-memory'
  if (isCrash(error)) return 'broken'
  throw error
}

/** PDFium must not be used again after such an error. */
export function isCrash(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}
