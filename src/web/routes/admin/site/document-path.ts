import type { Json } from '#domain/centre/merge-documents.ts'

/** `slideshow.slides[0].title` as its steps. */
function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter(Boolean)
}

export function valueAt(document: Json, path: string): Json {
  return stepsOf(path).reduce<Json>(
    (part, step) => (part as Record<string, Json> | undefined)?.[step],
    document,
  )
}

/** A copy with another value at the path; undefined takes the field out. */
export function withValue(document: Json, path: string, value: Json): Json {
  return placed(document, stepsOf(path), value)
}

function placed(part: Json, [step, ...rest]: string[], value: Json): Json {
  if (step === undefined) return value
  if (Array.isArray(part))
    return part.map((each, at) => (at === Number(step) ? placed(each, rest, value) : each))
  const whole = (part ?? {}) as Record<string, Json>
  const { [step]: _, ...others } = whole
  const next = placed(whole[step], rest, value)
  if (next === undefined) return others
  return step in whole ? { ...whole, [step]: next } : { ...others, [step]: next }
}
