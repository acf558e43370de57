import type { Options } from 'tsup';

/** A plugin of the esbuild that tsup brings, and what that tells it of the finished bundle. */
export type Plugin = NonNullable<Options['esbuildPlugins']>[number];

type Build = Parameters<Plugin['setup']>[0];
type BuildResult = Parameters<Parameters<Build['onEnd']>[0]>[0];
export type Metafile = NonNullable<BuildResult['metafile']>;
