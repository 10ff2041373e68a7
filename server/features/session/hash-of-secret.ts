// Hashes cookies and secrets. The database and the bus contain only these hashes.
import { hash } from 'node:crypto';

export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url');
