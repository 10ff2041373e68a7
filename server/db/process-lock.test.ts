// A second process on the same folder is refused.
import { refusalOfSecondProcess, temporaryFolder } from './process-lock.suite.ts';

refusalOfSecondProcess(temporaryFolder, 'Another process uses the folder ');
