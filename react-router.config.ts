import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  // A pattern: vite.config.ts names two entries.
  serverBuildFile: '[name].js',
  ssr: true,
  // A dozen pages: telling the browser of all of them at once costs less than asking for each.
  routeDiscovery: { mode: 'initial' },
  // A page's own loader is smaller than the headers of the file that it would come in.
  splitRouteModules: false,
} satisfies Config
