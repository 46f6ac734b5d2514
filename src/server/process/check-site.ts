import { findFaultOf } from '#domain/centre/check-centre.ts'
import { site } from '#site'
import { ConfigError } from '../config.ts'

/** Throws ConfigError, which names the field, when site.config.ts cannot be used. */
export function checkSite(): void {
  const fault = findFaultOf(site)
  if (fault) throw new ConfigError(fault)
}
