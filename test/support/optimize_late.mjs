// Sets the flags of test processes, which are no arguments because a version of Node without a flag would not start.
import { setFlagsFromString } from 'node:v8';
import { optimizeLate } from './engine_flags.mjs';

for (const flag of optimizeLate) setFlagsFromString(flag);
