import type { Month } from '#domain/paper/paper.ts'
import type { Sense } from './vocabulary.ts'

/** English months in full and short, and as Tamil newspapers write them. Short forms are other words too. */
export const MONTH_WORDS: [phrases: string, Sense][] = [
  ...month('January', 'january, janury, ஜனவரி', 'jan'),
  ...month('February', 'february, febuary, feburary, பிப்ரவரி, பிப்ருவரி', 'feb'),
  ...month('March', 'march, மார்ச், மார்ச்சு', 'mar'),
  ...month('April', 'april, ஏப்ரல்', 'apr'),
  ...month('May', 'மே', 'may'),
  ...month('June', 'june, ஜூன்', 'jun'),
  ...month('July', 'july, ஜூலை', 'jul'),
  ...month('August', 'august, ஆகஸ்ட், ஆகஸ்டு', 'aug'),
  ...month('September', 'september, செப்டம்பர், செப்டெம்பர்', 'sep, sept'),
  ...month('October', 'october, அக்டோபர்', 'oct'),
  ...month('November', 'november, நவம்பர்', 'nov'),
  ...month('December', 'december, டிசம்பர்', 'dec'),
]

function month(name: Month, full: string, short: string): [string, Sense][] {
  return [
    [full, { month: name }],
    [short, { month: name, doubtful: true }],
  ]
}
