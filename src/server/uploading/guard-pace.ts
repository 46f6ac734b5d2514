import { Transform } from 'node:stream'
import { UPLOAD_SPEED_FLOOR, UPLOAD_TIME_LIMIT } from '#domain/files/upload-limits.ts'

const CHECK_MS = 10_000

/** Aborts a body that takes longer than the limit or keeps arriving slower than the floor; it goes through `meter`. */
export function guardPace(): { meter: Transform; tooSlow: AbortSignal; stop(): void } {
  const late = new AbortController()
  let arrived = 0
  let seen = 0
  const pace = setInterval(() => {
    if (arrived - seen < (UPLOAD_SPEED_FLOOR * CHECK_MS) / 1000) late.abort()
    seen = arrived
  }, CHECK_MS)
  const whole = setTimeout(() => late.abort(), UPLOAD_TIME_LIMIT)
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      arrived += chunk.length
      done(null, chunk)
    },
  })
  return {
    meter,
    tooSlow: late.signal,
    stop() {
      clearInterval(pace)
      clearTimeout(whole)
    },
  }
}
