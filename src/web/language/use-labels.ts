import { type Labels, labelsOf } from '#domain/language/labels.ts'
import { useLanguage } from './use-messages.ts'

export function useLabels(): Labels {
  return labelsOf(useLanguage())
}
