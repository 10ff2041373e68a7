// The child process that reads the packaged place names and sends their index. When it ends, its 300 MB are freed.
import { readPlaceNames } from './place-names-data.ts';
import { placeIndexOf } from './place-names-index.ts';

process.send?.(placeIndexOf(readPlaceNames()), () => process.disconnect());
