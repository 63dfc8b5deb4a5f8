use uth as _;
