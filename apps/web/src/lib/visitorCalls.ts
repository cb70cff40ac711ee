// The page of visitors without an account adds the calls that only they send.
import '@cairn/contract/visitor-calls';
