/** A position is (year × 12 + month) × 2^32 + serial number, as the database makes it; newest first is downwards. */
export const POSITIONS_PER_MONTH = 2 ** 32

/** Exclusive bounds of a year, or of a month of it (from 1). */
export function positionsOf(year: number, month: number | null = null): { after: number; before: number } {
  const first = (year * 12 + (month ?? 1)) * POSITIONS_PER_MONTH
  return { after: first, before: first + (month === null ? 12 : 1) * POSITIONS_PER_MONTH }
}

export function serialOf(position: number): number {
  return position % POSITIONS_PER_MONTH
}
