// Makes V8 optimize functions later, because most tests end before an optimization pays. Only Node 20 has the flag.
import { setFlagsFromString } from 'node:v8';

if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=1000000');
