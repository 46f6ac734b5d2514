import type { Policy, PolicyPart } from '#domain/centre/texts/policies.ts'
import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'

/** What a policy says until the centre has its own words; what is in braces is filled in. */
export function policyTexts(policy: Policy, language: Language): PolicyPart[] {
  return PARTS[policy](messagesOf(language))
}

const NAME = { name: '{name}' }
const EMAIL = { email: '[{email}](mailto:{email})' }
const REACHED = { ...EMAIL, phone: '[{phone}](tel:{phone})' }

const PARTS: Record<Policy, (m: Messages) => PolicyPart[]> = {
  privacy: (m) => [
    { heading: m.policy_privacy_who(), text: m.policy_privacy_who_text({ ...NAME, ...REACHED }) },
    { heading: m.policy_privacy_counted(), text: m.policy_privacy_counted_text() },
    { heading: m.policy_privacy_device(), text: m.policy_privacy_device_text() },
    { heading: m.policy_privacy_log(), text: m.policy_privacy_log_text(EMAIL) },
    { heading: m.policy_privacy_others(), text: m.policy_privacy_others_text() },
    { heading: m.policy_privacy_buying(), text: m.policy_privacy_buying_text(NAME) },
    { heading: m.policy_privacy_children(), text: m.policy_privacy_children_text(EMAIL) },
  ],
  terms: (m) => [
    { heading: m.policy_terms_papers(), text: m.policy_terms_papers_text() },
    { heading: m.policy_terms_mistakes(), text: m.policy_terms_mistakes_text(EMAIL) },
    { heading: m.policy_terms_plans(), text: m.policy_terms_plans_text(NAME) },
    { heading: m.policy_terms_rights(), text: m.policy_terms_rights_text(EMAIL) },
  ],
  accessibility: (m) => [
    { heading: m.policy_access_works(), text: m.policy_access_works_text() },
    { heading: m.policy_access_limits(), text: m.policy_access_limits_text() },
    { heading: m.policy_access_tell(), text: m.policy_access_tell_text(REACHED) },
  ],
}
