import { ALL_SUBJECTS, hueOf, SUBJECTS } from '#domain/paper/paper.ts'

export function subjectHues(): string {
  return `${rules(0)}@media (prefers-color-scheme: dark){${rules(1)}}`
}

function rules(at: 0 | 1) {
  const own = SUBJECTS.map((subject) => `[data-subject="${subject}"]{--hue:${hueOf(subject)[at]}}`)
  return `[data-subject]{--hue:${hueOf(ALL_SUBJECTS)[at]}}${own.join('')}`
}
