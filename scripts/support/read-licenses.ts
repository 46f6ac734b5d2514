import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package that the site runs with: its name and version, its licence as an SPDX expression, and the licence's own words. */
export type ShippedPackage = { name: string; version: string; license: string; text: string }

type Locked = { dev?: boolean; devOptional?: boolean }

const TEXTS = /^(?:licen[cs]e|copying|notice|ofl)(?:[._-].*)?$/i

/** How licences begin, for packages that come with one and do not name it. */
const KNOWN: [RegExp, string][] = [
  [/^\s*MIT License/i, 'MIT'],
  [/^\s*Apache License\s+Version 2\.0/i, 'Apache-2.0'],
]

/**
 * All packages of `package-lock.json` that are installed and not for development alone, by name. Throws where one names
 * no licence: it may then not be shipped.
 */
export function readLicenses(root: string): ShippedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const paths = Object.entries(lock.packages as Record<string, Locked>).flatMap(
    ([path, { dev, devOptional }]) =>
      path !== '' && !dev && !devOptional && existsSync(join(root, path, 'package.json')) ? [path] : [],
  )
  const found = paths.map((path) => readPackage(join(root, path)))
  // Several versions of one package say the same.
  const each = new Map(found.map((one) => [`${one.name} ${one.version}`, one]))
  return [...each.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

function readPackage(folder: string): ShippedPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder).filter((file) => TEXTS.test(file))
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  const said = typeof license === 'string' ? license : KNOWN.find(([words]) => words.test(text))?.[1]
  if (!said) throw new Error(`${name} ${version} names no licence; look for it, or ship another package.`)
  return { name, version, license: said, text }
}

/** One file of all notices, as plain text: each licence's words once, below the packages that have them. */
export function writeNotices(packages: readonly ShippedPackage[]): string {
  const byText = Map.groupBy(packages, ({ license, text }) => text || license)
  const parts = [...byText].map(([text, of]) =>
    [...of.map(({ name, version, license }) => `${name} ${version} (${license})`), '', text].join('\n'),
  )
  return `${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
