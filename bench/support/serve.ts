import { openSite } from '#tests/support/site.ts'

/** The child of child-site.ts: ends with its parent, or on any message. */
const dataDir = process.env.DATA_DIR || undefined
const most = { perAddress: 1e9, perSecond: 1e9 }
const site = await openSite({
  dataDir,
  env: {
    SAMPLE_PAPERS: process.env.SAMPLE_PAPERS ?? 'off',
    PAGE_CACHE_MIB: process.env.PAGE_CACHE_MIB ?? '',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    READ_SCANS: process.env.READ_SCANS ?? 'off',
  },
  http: process.env.RATES === 'raised' ? { counterRates: most } : {},
  renders: process.env.DRAWS === 'on',
})
process.once('message', end)
process.once('disconnect', end)
process.send?.({ origin: site.origin, admin: await site.signIn() })

let ending: Promise<void> | undefined
async function end() {
  ending ??= site.end({ keepData: dataDir !== undefined })
  await ending
  process.exit()
}
