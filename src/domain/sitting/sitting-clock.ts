/**
 * What a device's clocks say at one moment, in milliseconds. `wall` is the time of day, which somebody may change;
 * `mono` counts up evenly, but stops in many browsers while the device sleeps, and begins again with each `load` of the
 * page. `isSeen`: the page has been visible since the reading before, so that the screen was on.
 */
export type Reading = { wall: number; mono: number; load: string; isSeen: boolean }

/**
 * A span of which a device alone cannot say whether time passed or its clock was changed: by `jump` the time of day
 * went farther than the even clock, and `counted` of it counts as time. The site's time settles it, or whoever sits.
 */
export type Doubt = { jump: number; counted: number }

export type SittingClock = {
  last: Reading
  isRunning: boolean
  /** Milliseconds while it ran, and while it was paused. */
  run: number
  paused: number
  /** Of jumps too small to be told from the clocks' own unevenness. */
  slack: number
  /** The site's time minus the time of day here, when it was asked last. */
  offset: number | null
  doubt: Doubt | null
}

/** Smaller ones are unevenness; they add up, so that many of them are not lost. */
const LEAST_JUMP_MS = 500
/** The site's time is known to a second, and what was on its way. */
const SITE_IS_OFF_BY_MS = 2_500
/** Shorter ones are not worth a question. */
const WORTH_ASKING_MS = 30_000

export function startClock(at: Reading): SittingClock {
  return { last: at, isRunning: true, run: 0, paused: 0, slack: 0, offset: null, doubt: null }
}

/**
 * The clock at a later reading; `even` is how much of it the even clock has seen. A locked phone's time passes; where
 * the page was visible throughout, nobody slept and the time of day was changed.
 */
export function advance(clock: SittingClock, at: Reading): { clock: SittingClock; even: number } {
  const { last } = clock
  const isSameLoad = at.load === last.load
  const wall = at.wall - last.wall
  const even = isSameLoad ? Math.max(0, at.mono - last.mono) : 0
  const slack = isSameLoad ? clock.slack + wall - even : wall
  const isJump = !isSameLoad || Math.abs(slack) >= LEAST_JUMP_MS
  const counted = !isJump || slack < 0 || (isSameLoad && at.isSeen) ? 0 : slack
  const passed = even + counted
  const next = {
    ...clock,
    last: at,
    slack: isJump ? 0 : slack,
    run: clock.run + (clock.isRunning ? passed : 0),
    paused: clock.paused + (clock.isRunning ? 0 : passed),
  }
  if (!isJump) return { clock: next, even }
  // The even clock went on and the screen was on: it was set back, by so much.
  if (isSameLoad && at.isSeen && slack < 0)
    return { clock: { ...next, offset: clock.offset === null ? null : clock.offset - slack }, even }
  // A pause that is a little wrong harms nobody, but how far the clock is from the site's is no longer known.
  if (!clock.isRunning) return { clock: { ...next, offset: null }, even }
  const { jump: before = 0, counted: countedBefore = 0 } = clock.doubt ?? {}
  return { clock: { ...next, doubt: { jump: before + slack, counted: countedBefore + counted } }, even }
}

/** Settles what is in doubt where the site's time was known before as well; `site` is of the moment of the last reading. */
export function syncWithSiteTime(clock: SittingClock, site: number): SittingClock {
  const offset = site - clock.last.wall
  const { doubt } = clock
  const known = { ...clock, offset }
  if (!doubt) return known
  if (clock.offset === null) return known
  const changed = clock.offset - offset
  if (Math.abs(changed) <= SITE_IS_OFF_BY_MS) return settle(known, Math.max(0, doubt.jump))
  const slept = doubt.jump - changed
  return settle(known, Math.abs(slept) <= SITE_IS_OFF_BY_MS ? 0 : Math.max(0, slept))
}

/** Whoever sits says whether the span in doubt counts. */
export function settleDoubt(clock: SittingClock, counts: boolean): SittingClock {
  return clock.doubt ? settle(clock, counts ? Math.max(0, clock.doubt.jump) : 0) : clock
}

function settle(clock: SittingClock, counted: number): SittingClock {
  return { ...clock, run: clock.run + counted - (clock.doubt?.counted ?? 0), doubt: null }
}

/** Whether there is a span to be asked about. */
export function isDoubtful({ doubt }: SittingClock): boolean {
  return doubt !== null && Math.abs(doubt.jump) >= WORTH_ASKING_MS
}

/** Whether the most of a span counts until it is settled: a reload of seconds may be a part of one that does not. */
export function isCounted({ jump, counted }: Doubt): boolean {
  return counted * 2 > Math.abs(jump)
}

export function switchClock(clock: SittingClock, isRunning: boolean): SittingClock {
  return { ...clock, isRunning }
}
