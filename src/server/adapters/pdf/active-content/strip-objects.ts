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
/** What only a viewer that runs something makes use of. */
const NEVER = ['XFA', 'NeedsRendering', 'JavaScript'].map((key) => PDFName.of(key))
/** What makes an annotation play; without it its picture stays, as a stamp. */
const PLAYS = ['RichMediaContent', 'RichMediaSettings', 'Movie', 'A', 'AA', '3DD', '3DV', '3DA', '3DI', '3DB']
const PLAYING = PLAYS.map((key) => PDFName.of(key))

/**
 * Takes everything active out of a document: actions from whatever refers to them, forms of XFA, the scripts of the
 * document, and from media that play what plays them. What stands on the pages stays.
 */
export function stripObjects(document: PDFDocument): void {
  const { context } = document
  const seen = new Set<PDFObject>()
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFArray) stripArray(object, waiting)
    else if (object instanceof PDFDict) stripDictionary(object, waiting)
    else if (object instanceof PDFStream) waiting.push(object.dict)
  }
}

function stripArray(array: PDFArray, waiting: PDFObject[]) {
  for (let i = 0; i < array.size(); i++) {
    const value = array.lookup(i)
    if (isActive(value)) array.set(i, PDFNull)
    else if (value) waiting.push(value)
  }
}

function stripDictionary(dictionary: PDFDict, waiting: PDFObject[]) {
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
    else if (value) waiting.push(value)
  }
}

/** An action, as it stands in a dictionary, an array or the dictionary of a stream. */
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

/** As the judge reads it: without spaces, line ends and zero bytes. */
function textOf(value: PDFObject | undefined): string {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return ''
  return Buffer.from(value.asBytes().filter((byte) => byte > 0x20)).toString('latin1')
}
