/**
 * A paper's place among all papers in one number: (year × 12 + month) × 2^32 + its serial number. The database makes it;
 * newest first is its order downwards, and the papers of a month lie within 2^32 of each other.
 */
export const POSITIONS_PER_MONTH = 2 ** 32

/** Between which positions the papers of a year, or of a month of it (from 1), stand. */
export function positionsOf(year: number, month: number | null = null): { after: number; before: number } {
  const first = (year * 12 + (month ?? 1)) * POSITIONS_PER_MONTH
  return { after: first, before: first + (month === null ? 12 : 1) * POSITIONS_PER_MONTH }
}

/** The serial number in a position. */
export function serialOf(position: number): number {
  return position % POSITIONS_PER_MONTH
}
