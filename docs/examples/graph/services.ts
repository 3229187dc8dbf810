import { contributes } from 'lectern';
import { Graph } from './services/graph.ts';

export default { graph: contributes('mounts', Graph) };
