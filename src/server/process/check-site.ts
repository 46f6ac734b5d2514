import type { Log } from '#domain/app.ts'
import { findFaultOf } from '#domain/centre/check-centre.ts'
import { findLongTexts } from '#domain/centre/texts/text-limits.ts'
import { site } from '#site'
import { ConfigError } from '../config.ts'

/** Throws ConfigError, which names the field, when site.config.ts cannot be used. */
export function checkSite(): void {
  const fault = findFaultOf(site)
  if (fault) throw new ConfigError(fault)
}

/** A file from before the limits goes on working, and its texts are shown whole. */
export function warnOfLongTexts(log: Log): void {
  for (const { field, message } of findLongTexts(site))
    log.warn(
      { field },
      `site.config.ts: ${field} ${message}; it is shown as it is, and the desk takes no longer one`,
    )
}
