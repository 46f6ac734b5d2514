/** Null when it is not open after so many milliseconds; what comes later is closed. */
export async function openInTime<Fault extends string>(
  opening: Promise<ReadableStream<Uint8Array> | Fault>,
  limitMs: number,
): Promise<ReadableStream<Uint8Array> | Fault | null> {
  const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(() => {
    giveUp(null)
    opening.then((late) => (typeof late === 'string' ? undefined : late.cancel())).catch(() => {})
  }, limitMs)
  return await Promise.race([opening, tooLate]).finally(() => clearTimeout(timer))
}
