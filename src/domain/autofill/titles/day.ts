import { MONTHS, type Month } from '#domain/paper/paper.ts'

/** "24" of "24 Jan 2023", "Jan 24th" or "24-01-2023"; '' where a name has no day of this month. */
export function dayIn(name: string, month: Month): string {
  const short = month.slice(0, 3)
  const number = MONTHS.indexOf(month) + 1
  const day = '(0?[1-9]|[12]\\d|3[01])'
  const forms = [
    `(?<!\\d)${day}(?:st|nd|rd|th)?[\\s_.-]*${short}`,
    `${short}[a-z]*[\\s_.-]*${day}(?:st|nd|rd|th)?(?!\\d)`,
    `(?<!\\d)${day}[-./_]0?${number}[-./_]\\d{4}`,
  ]
  for (const form of forms) {
    const found = new RegExp(form, 'i').exec(name)?.[1]
    if (found) return String(Number(found))
  }
  return ''
}
