import { createContext, useContext } from 'react'
import { FIRST_PROFILE, isProfile, type Profile, profileIn } from '#domain/sitting/profile.ts'
import { createStore, parseList, type Store } from '#web/ui/store.ts'
import { useStore } from '#web/ui/use-store.ts'

const parseProfiles = parseList<Profile>(isProfile)

/** Never none: who is alone on a phone has one without a name. */
export const profiles = createStore<readonly Profile[]>([FIRST_PROFILE], {
  key: 'practice-profiles',
  parse(text) {
    const all = parseProfiles(text)
    return all.length > 0 ? all : [FIRST_PROFILE]
  },
})
export const chosenProfile = createStore<string>('', { key: 'practice-profile', parse: (text) => text })

/** Whose a sitting is that goes on: another one that is chosen meanwhile, perhaps in another tab, changes nothing. */
export const ProfileOfSitting = createContext<Profile | null>(null)

/** Whose practice is shown. */
export function useProfile(): Profile {
  const ofSitting = useContext(ProfileOfSitting)
  const current = profileIn(useStore(profiles), useStore(chosenProfile))
  return ofSitting ?? current
}

/** On this device: that of the first profile has the key which it had before there were others. */
export function keyOf(profile: string, key: string): string {
  return profile === '' ? key : `${profile}/${key}`
}

/** What each profile has one of. */
export function ofProfiles<Value>(
  initial: Value,
  { key, parse }: { key: string; parse(text: string): Value },
): (profile: string) => Store<Value> {
  const made = new Map<string, Store<Value>>()
  return (profile) => {
    const store = made.get(profile) ?? createStore(initial, { key: keyOf(profile, key), parse })
    made.set(profile, store)
    return store
  }
}
