import { site } from '#site'

export function SampleNote() {
  if (!site.contacts.sample) return null
  return (
    <p className="pencilled" role="note">
      The phone number, email and address on this site are samples. The centre sets its own in{' '}
      <code>site.config.ts</code>.
    </p>
  )
}
