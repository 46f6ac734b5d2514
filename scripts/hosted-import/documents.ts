/** Documents of the hosted database, in every form in which they are exported. */

export type HostedDocument = {
  id: string
  fields: Record<string, unknown>
  /** When it was written first, where the export says so. */
  createdAt: Date | null
}

type Fields = Record<string, unknown>

/** An array of documents, `{ documents: [...] }`, or an object with a document for each id, perhaps within one key. */
export function documentsIn(json: unknown, collection: string): HostedDocument[] {
  if (Array.isArray(json)) return json.map((value, at) => documentFrom(value, `row ${at + 1}`))
  if (!isObject(json)) return []
  if (Array.isArray(json.documents)) return documentsIn(json.documents, collection)
  const within = json[collection]
  if (Object.keys(json).length === 1 && (isObject(within) || Array.isArray(within)))
    return documentsIn(within, collection)
  return Object.entries(json).map(([id, value]) => documentFrom(value, id))
}

/** One document: its fields plain or with their types, with its id next to them, in its name, or as given. */
export function documentFrom(value: unknown, id: string): HostedDocument {
  if (!isObject(value)) return { id, fields: {}, createdAt: null }
  if (!isObject(value.fields)) {
    const { id: own = id, ...fields } = value
    return { id: String(own), fields, createdAt: null }
  }
  const fields = Object.fromEntries(Object.entries(value.fields).map(([name, one]) => [name, untyped(one)]))
  const named = typeof value.name === 'string' ? value.name.split('/').at(-1) : undefined
  return { id: String(named || value.id || id), fields, createdAt: readTime(value.createTime) }
}

/** `{ stringValue: 'x' }` and its kin as plain values. */
function untyped(value: unknown): unknown {
  if (!isObject(value)) return value
  const [[type, inner] = ['', undefined], more] = Object.entries(value)
  if (more || !type.endsWith('Value')) return value
  if (type === 'integerValue' || type === 'doubleValue') return Number(inner)
  if (type === 'nullValue') return null
  if (type === 'mapValue')
    return Object.fromEntries(entriesOf(inner).map(([key, one]) => [key, untyped(one)]))
  return inner
}

function entriesOf(map: unknown) {
  return isObject(map) && isObject(map.fields) ? Object.entries(map.fields) : []
}

/** A time as text, or as the seconds of a timestamp; null for anything else, and for times that cannot be. */
export function readTime(value: unknown): Date | null {
  const seconds = isObject(value) ? (value.seconds ?? value._seconds) : undefined
  if (seconds !== undefined) return believable(new Date(Number(seconds) * 1000))
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)) return believable(new Date(value))
  return null
}

const FIRST_HOSTED = Date.UTC(2010)

/** Null for a time before such services were. */
export function believable(time: Date): Date | null {
  return time.getTime() >= FIRST_HOSTED ? time : null
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
