import { createStore } from '#web/ui/store.ts'

/** "yes" where this device has sittings: pages that only lead there load nothing else. */
export const hasPractice = createStore<string>('', { key: 'has-practice', parse: (text) => text })
