import type { ReasonKind } from './page-texts.ts'

/** As the specification has them. */
export const REASON_NAMES: Record<ReasonKind, string> = {
  expertise: 'Expertise',
  quality: 'Quality',
  convenience: 'Convenience',
  success: 'Success-Oriented',
}
