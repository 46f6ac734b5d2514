import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
