import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './scripts/messages/compile-messages.ts'
import { readLicenses } from './scripts/support/read-licenses.ts'
import { subjectHues } from './src/web/subject-hues.ts'

/** Colours that are kept as data come into the site's sheet as it is built: no request of their own, nothing inline. */
const SHEETS = new Map([['\0subject-hues.css', subjectHues]])
const coloursOfData: Plugin = {
  name: 'colours-of-data',
  resolveId: (id) => [...SHEETS.keys()].find((sheet) => id === `virtual:${sheet.slice(1)}`),
  load: (id) => SHEETS.get(id)?.(),
}

/** Which packages the site ships with, for its page of licences; their words are written by scripts/build.ts. */
const licenses: Plugin = {
  name: 'licenses',
  resolveId: (id) => (id === 'virtual:licenses' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0virtual:licenses') return
    const packages = readLicenses(import.meta.dirname).map(({ text: _, ...named }) => named)
    return `export default ${JSON.stringify(packages)}`
  },
}

/** What is changed in `messages/` while developing is in the page at once. */
const messagesInDevelopment: Plugin = {
  name: 'messages-in-development',
  configureServer({ watcher }) {
    const folder = `${import.meta.dirname}/messages`
    watcher.add(folder)
    watcher.on('change', (path) => path.startsWith(folder) && void compileMessages().catch(console.error))
  },
}

/**
 * React and its router: every page needs them whole, and they change only with a new version. What else `hydrate.tsx`
 * needs is here as well: a file with a sheet would bring it before the page's others, and the page would move.
 */
const CORE =
  /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|src[\\/](web[\\/](centre[\\/]known-centres|nonce|language[\\/]use-messages)|domain[\\/]language[\\/]messages)\.|[\\/]messages[\\/]registry\.js/
/** What a visitor's page starts with, before React is there; nothing here may import React. */
const START =
  /vite[\\/]preload-helper|rolldown[\\/]runtime|src[\\/](domain[\\/](language[\\/]languages|bundles[\\/]picked|visits[\\/]visitor-mark)|web[\\/](entry\.client|slow-connection|start[\\/](?!hydrate)|language[\\/]chosen-language|ui[\\/](motion|rotate-phrases)|routes[\\/]visitor[\\/](counting[\\/]count-one|slideshow[\\/]slideshow-opening|picked[\\/]picked-papers|paper[\\/]reading-positions)))\./
/** The frame around every page of the visitors, used by few modules but loaded with each. */
const FRAME =
  /src[\\/]web[\\/](styles[\\/]fonts[\\/]|centre[\\/]site-picture\.|ui[\\/](failed-page|rotating-phrase)\.|routes[\\/]visitor[\\/]layout[\\/]error-links\.)/
/** What visitors' pages share. Whatever the admin area or those who sit alone use stays out, however many of their pages come to use it. */
const SHARED =
  /src[\\/](web[\\/](language|ui[\\/](?!toasts\.|field\.)|routes[\\/]visitor[\\/](?!sitting[\\/](?!bookmark|profiles|has-practice)))|domain[\\/](language|centre[\\/](?!field-names|texts[\\/]text-names)|time[\\/]india-time|pricing[\\/]plan|identity[\\/]session-limits|paper[\\/](?!submission|form-fields|admin-paper|spellings)))|node_modules[\\/](hono|embla|uqr)/
/** What visitors' pages and the admin area both know of questions, sittings and lists: without it they would bring the admin area's files. */
const PRACTICE =
  /src[\\/]domain[\\/](bundles|files[\\/]upload-limits|keeping|lists|page-images|page-turns|questions|search[\\/]search-|sitting|wanted|worksheets)/
/** What the admin area's pages share, so that they do not come in forty files. */
const ADMIN =
  /src[\\/](web[\\/](identity|ui|routes[\\/](admin|login|sign-in))|domain)|node_modules[\\/](@base-ui|@floating-ui|@tanstack|zod|lucide-react|hono)/

const SERVER_ENTRIES = {
  index: './src/server/create-http.ts',
  start: './src/server/start.ts',
}
/** With its packages in a few files, the server starts in a third of the time and memory. Native code stays outside. */
const BUNDLED = {
  resolve: { noExternal: true as const, external: ['sharp', 'piscina', '@hyzyla/pdfium', 'pg'] },
  define: { 'process.env.NODE_ENV': '"production"' },
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), coloursOfData, licenses, messagesInDevelopment],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Left alone, a page comes in twenty files, most of them smaller than their headers.
            codeSplitting: {
              groups: [
                { name: 'start', test: START, priority: 4 },
                { name: 'core', test: CORE, priority: 3 },
                { name: 'frame', test: FRAME, priority: 2 },
                { name: 'shared', test: SHARED, minShareCount: 3, priority: 1 },
                // Also for what visitors keep, which must not bring the admin area's files.
                { name: 'idb', test: /node_modules[\\/]idb[\\/]/, priority: 1 },
                { name: 'spellings', test: /src[\\/]domain[\\/]paper[\\/]spellings\./, priority: 1 },
                { name: 'practice', test: PRACTICE, minShareCount: 2, priority: 1 },
                { name: 'admin', test: ADMIN, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    // The HTTP side is the entry of the server build, so that it and the loaders share one module graph:
    // with two graphs each has its own context keys and every loader throws "No value found for context".
    ssr: {
      build: { rollupOptions: { input: SERVER_ENTRIES } },
      ...(command === 'build' ? BUNDLED : {}),
    },
  },
  build: { assetsInlineLimit: 0 },
  // Found while a page is open, these would be prepared again and the page would hold two Reacts.
  optimizeDeps: {
    include: [
      'react-dom/client',
      'react-router/dom',
      '@base-ui/react/alert-dialog',
      '@base-ui/react/dialog',
      '@base-ui/react/toast',
      '@tanstack/react-query',
      'embla-carousel-auto-scroll',
      'embla-carousel-react',
      'hono/client',
      'lucide-react',
      'react-easy-crop',
      'zod',
    ],
  },
}))
