import { defineFailures } from 'lectern';

export const treeFailures = defineFailures({
  treeFull: [14, 409, 'The tree has 1000 entries, and no more are possible; remove some first.'],
});
