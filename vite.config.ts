import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { site } from './site.config.ts'
import { ownColours } from './src/web/own-colours.ts'

const OWN_COLOURS = '\0own-colours.css'

/** The centre's own colours come into the site's sheet as it is built: no request of their own, nothing inline. */
const centreColours: Plugin = {
  name: 'centre-colours',
  resolveId: (id) => (id === 'virtual:own-colours.css' ? OWN_COLOURS : undefined),
  load: (id) => (id === OWN_COLOURS ? ownColours(site.colours) : undefined),
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), centreColours],
  // The HTTP side is the entry of the server build, so that it and the loaders share one module graph:
  // with two graphs each has its own context keys and every loader throws "No value found for context".
  environments: { ssr: { build: { rollupOptions: { input: './src/server/create-http.ts' } } } },
  build: { assetsInlineLimit: 0 },
  // Found while a page is open, these would be prepared anew and the page would hold two Reacts.
  optimizeDeps: {
    include: [
      'react-dom/client',
      'react-router/dom',
      '@base-ui/react/alert-dialog',
      '@base-ui/react/dialog',
      '@base-ui/react/toast',
      'hono/client',
      'lucide-react',
      'zod',
    ],
  },
})
