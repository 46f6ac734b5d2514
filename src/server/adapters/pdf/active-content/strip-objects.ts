import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { ACTIVE_NAMES } from './active-content.ts'
import { isNetworkPath, isScriptAddress } from './file-threats.ts'

const NAMES = {
  S: PDFName.of('S'),
  JS: PDFName.of('JS'),
  Subtype: PDFName.of('Subtype'),
  EF: PDFName.of('EF'),
  Stamp: PDFName.of('Stamp'),
}
const PATHS = ['F', 'UF', 'DOS', 'Unix', 'Mac'].map((key) => PDFName.of(key))
const ADDRESSES = ['URI', 'Base'].map((key) => PDFName.of(key))
/** Of use only to viewers that run scripts. */
const NEVER = ['XFA', 'NeedsRendering', 'JavaScript'].map((key) => PDFName.of(key))
/** Without these a playing annotation keeps its picture, as a stamp. */
const PLAYS = ['RichMediaContent', 'RichMediaSettings', 'Movie', 'A', 'AA', '3DD', '3DV', '3DA', '3DI', '3DB']
const PLAYING = PLAYS.map((key) => PDFName.of(key))

/** Removes actions, XFA forms, scripts and playing media; what stands on the pages stays. */
export function stripObjects(document: PDFDocument): void {
  const { context } = document
  const seen = new Set<PDFObject>()
  const pending: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = pending.pop(); object; object = pending.pop()) {
    if (seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFArray) stripArray(object, pending)
    else if (object instanceof PDFDict) stripDictionary(object, pending)
    else if (object instanceof PDFStream) pending.push(object.dict)
  }
}

function stripArray(array: PDFArray, pending: PDFObject[]) {
  for (let i = 0; i < array.size(); i++) {
    const value = array.lookup(i)
    if (isActive(value)) array.set(i, PDFNull)
    else if (value) pending.push(value)
  }
}

function stripDictionary(dictionary: PDFDict, pending: PDFObject[]) {
  for (const key of NEVER) dictionary.delete(key)
  if (ACTIVE_NAMES.has(nameAt(dictionary, NAMES.Subtype))) {
    dictionary.set(NAMES.Subtype, NAMES.Stamp)
    for (const key of PLAYING) dictionary.delete(key)
  }
  if (dictionary.has(NAMES.S)) dictionary.delete(NAMES.JS)
  for (const key of dictionary.keys()) {
    const value = dictionary.lookup(key)
    const isAddress = ADDRESSES.includes(key) && isScriptAddress(textOf(value))
    const isPath = PATHS.includes(key) && !dictionary.has(NAMES.EF) && isNetworkPath(textOf(value))
    if (isAddress || isPath || isActive(value)) dictionary.delete(key)
    else if (value) pending.push(value)
  }
}

function isActive(value: PDFObject | undefined): boolean {
  const dictionary = value instanceof PDFStream ? value.dict : value
  if (!(dictionary instanceof PDFDict)) return false
  if (dictionary.has(NAMES.S) && dictionary.has(NAMES.JS)) return true
  return ACTIVE_NAMES.has(nameAt(dictionary, NAMES.S))
}

function nameAt(dictionary: PDFDict, key: PDFName): string | undefined {
  const value = dictionary.lookup(key)
  return value instanceof PDFName ? value.decodeText() : undefined
}

/** As the scanner reads it: without spaces, line ends and zero bytes. */
function textOf(value: PDFObject | undefined): string {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return ''
  return Buffer.from(value.asBytes().filter((byte) => byte > 0x20)).toString('latin1')
}
