const NAMES = [
  ...[
    'PORT',
    'HOST',
    'SITE_URL',
    'DATABASE_URL',
    'FILES_URL',
    'REQUIRE_SECOND_FACTOR',
    'SAMPLE_PAPERS',
    'SITE_CONTENT',
  ],
  ...['TRUSTED_PROXY', 'PAGE_CACHE_MIB', 'SHARED_CACHE_SECONDS', 'BACKUP_TO', 'LOG_LEVEL'],
]

/** The settings that were made and are needed to go on elsewhere, as they were written but for passwords. */
export function keptSettings(env: Record<string, string | undefined>): Record<string, string> {
  const made = NAMES.flatMap((name) => {
    const value = env[name]?.trim()
    return value ? [[name, withoutPassword(value)]] : []
  })
  return Object.fromEntries(made)
}

function withoutPassword(value: string) {
  if (!value.includes('@') || !URL.canParse(value)) return value
  const url = new URL(value)
  url.password = ''
  return url.href
}
