import type { TranslationLanguage } from '../centre/translations/translated-fields.ts'

/** What every site begins with as a sample, in the order in which it is put right. Safe in the browser. */
export const FIRST_STEPS = [
  { id: 'name', name: 'Name' },
  { id: 'logo', name: 'Logo and colours' },
  { id: 'contact', name: 'Contact' },
  { id: 'channels', name: 'Channels' },
  { id: 'slides', name: 'Slides' },
  { id: 'testimonials', name: 'Testimonials' },
  { id: 'promises', name: 'Figures and promises' },
  { id: 'languages', name: 'Languages' },
  { id: 'prices', name: 'Prices' },
  { id: 'papers', name: 'Papers' },
] as const
export type FirstStepId = (typeof FIRST_STEPS)[number]['id']
export const FIRST_STEP_IDS: readonly FirstStepId[] = FIRST_STEPS.map(({ id }) => id)

/** `isSkipped` where somebody said that it may stay as it is. */
export type FirstStep = { id: FirstStepId; isSample: boolean; isSkipped: boolean }

/** Those that are still to be done. */
export function openSteps(steps: readonly FirstStep[]): FirstStep[] {
  return steps.filter(({ isSample, isSkipped }) => isSample && !isSkipped)
}

/** What is said in English alone, by paths of fields, in each other language that the site is offered in. */
export type Untranslated = Partial<Record<TranslationLanguage, string[]>>

/** `isNew` until somebody changes or skips a part, or puts all of it off. */
export type Onboarding = { steps: FirstStep[]; isNew: boolean; untranslated: Untranslated }

/** Whether all is as the site came, which is translated; papers may have been added, or not come with it. */
export function isUntouched(steps: readonly FirstStep[]): boolean {
  return steps.every(
    ({ id, isSample, isSkipped }) => (isSample || id === 'papers' || id === 'languages') && !isSkipped,
  )
}
