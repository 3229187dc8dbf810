import { delivers } from 'lectern/core';

export default delivers('meal', ({ meals }) => meals);
