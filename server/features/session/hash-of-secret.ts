// The hash of cookies and secrets, which is all that the database and the bus contain of them.
import { hash } from 'node:crypto';

export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url');
