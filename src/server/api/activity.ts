import type { App } from '#domain/app.ts'
import { newApi } from './api.ts'

/** What happens on the site. */
export function activityApi(_app: App) {
  return newApi()
}
