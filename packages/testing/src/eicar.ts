/** The harmless text that every scanner detects as a virus, in two halves so that this file is not detected. */
export const EICAR = [
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}`,
  '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');
