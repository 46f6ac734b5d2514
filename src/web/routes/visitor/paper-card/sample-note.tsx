import { site } from '#site'

/** Says that the contacts are made up, as long as they are. */
export function SampleNote() {
  if (!site.contacts.sample) return null
  return (
    <p className="pencilled" role="note">
      The phone number, email and address on this site are samples. The centre sets its own in{' '}
      <code>site.config.ts</code>.
    </p>
  )
}
